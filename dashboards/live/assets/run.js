// The run's page: takes the news from the server and swaps in the parts that changed. It counts nothing itself.
"use strict";

(() => {
  const said = document.getElementById("said");
  const age = document.getElementById("age");
  let saved = null, skew = 0, life = document.querySelector("[data-life]")?.dataset.life, tenth = null, heard = Date.now();

  const keepCharts = {
    callbacks: {
      // uPlot owns what is inside a chart; only its description is ours
      beforeNodeMorphed: (before, after) => {
        if (before.dataset?.chart && after.dataset?.chart === before.dataset.chart) {
          before.setAttribute("aria-label", after.getAttribute("aria-label"));
          return false;
        }
        return true;
      },
    },
  };

  function take(view) {
    heard = Date.now();
    document.title = `${view.title}: ${view.words}`;
    document.getElementById("title").textContent = view.title;
    document.getElementById("subtitle").textContent = view.subtitle;
    document.body.dataset.lifeNow = view.life;
    for (const [name, html] of Object.entries(view.parts)) {
      const place = document.getElementById(name);
      if (place && !place.contains(document.activeElement?.closest("form"))) Idiomorph.morph(place, html, { morphStyle: "outerHTML", ...keepCharts });
    }
    for (const [name, chart] of Object.entries(view.series)) Charts.draw(name, chart);
    saved = view.saved;
    announce(view);
    tick();
  }

  function announce(view) {
    const now = Math.floor((parseInt(view.words.split(", ")[1], 10) || 0) / 10);
    if (view.life !== life || (tenth !== null && now !== tenth)) said.textContent = view.words; // calm: each tenth, each change
    life = view.life;
    tenth = now;
  }

  const ago = (seconds) => (seconds < 100 ? `${Math.round(seconds)} s` : seconds < 5400 ? `${Math.round(seconds / 60)} min` : seconds < 172800 ? `${Math.round(seconds / 3600)} h` : `${Math.round(seconds / 86400)} days`);

  function tick() {
    const busy = ["preparing", "running", "draining", "silent"].includes(life);
    const lost = source.readyState !== EventSource.OPEN && Date.now() - heard > 8000;
    const seconds = saved === null ? null : Math.max(0, (Date.now() - skew) / 1000 - saved);
    age.textContent = lost ? `Connection lost ${ago((Date.now() - heard) / 1000)} ago; trying again` : seconds === null ? "" : `${busy ? "Figures" : "Last figures"} ${ago(seconds)} old`;
    age.classList.toggle("old", lost || (busy && seconds > 15));
  }

  const source = new EventSource("news");
  source.addEventListener("view", (event) => {
    const view = JSON.parse(event.data);
    skew = Date.now() - view.now * 1000; // the two clocks may differ
    take(view);
  });
  source.addEventListener("alive", () => { heard = Date.now(); });
  setInterval(tick, 1000);
})();
