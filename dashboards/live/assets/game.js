// The viewer of one game: turns its pages, as all seats together or as one seat may see them.
"use strict";

(() => {
  const $ = (id) => document.getElementById(id);
  const base = location.pathname.replace(/\/$/, "");
  const live = document.body.dataset.live === "live";
  const pictures = new Map();
  let game = null, at = 0, timer = null, following = live, drawing = 0;

  const seat = () => $("view").value;
  const query = () => (seat() === "" ? "" : `?seat=${seat()}`);
  const last = () => game.moves.length;
  const seatName = (n) => game.seats[n].name;

  function make(name, words, kind) {
    const element = document.createElement(name);
    if (words !== undefined) element.textContent = words;
    if (kind) element.className = kind;
    return element;
  }

  async function picture(position) {
    const key = `${position}${query()}`;
    if (!pictures.has(key)) {
      pictures.set(key, fetch(`${base}/position/${position}${query()}`).then((answer) => (answer.ok ? answer.text() : Promise.reject(new Error(`${answer.status}`)))));
      if (pictures.size > 200) pictures.delete(pictures.keys().next().value);
    }
    return pictures.get(key);
  }

  // An SVG of our own server, put in as a document of its own: its text can be read aloud, its script (it has none) never runs.
  async function drawBoard() {
    const mine = ++drawing;
    const text = await picture(at).catch(() => null);
    if (mine !== drawing || text === null) return;
    const parsed = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
    if (parsed.nodeName !== "svg") return;
    $("board").replaceChildren(document.importNode(parsed, true));
    if (at < last()) picture(at + 1).catch(() => null);
  }

  function luck(events) {
    return events.map((event) => {
      const item = make("li", event.words);
      if (event.seen) item.append(make("span", event.seen.length ? `only ${event.seen.join(" and ")} may know` : "nobody may know", "seen"));
      return item;
    });
  }

  function show(position, { scroll = true } = {}) {
    at = Math.max(0, Math.min(position, last()));
    const move = at ? game.moves[at - 1] : null;
    $("slider").value = at;
    $("slider").setAttribute("aria-valuetext", move ? `decision ${move.n}` : "the start");
    $("caption").replaceChildren();
    if (move) {
      const who = make("b", seatName(move.seat));
      who.style.setProperty("--of", `var(--s${move.seat % 6})`);
      $("caption").append(who, ` ${move.words}`, make("span", ` decision ${move.n}, round ${move.round}${move.choices === 1 ? ", no choice" : move.choices ? `, one of ${move.choices}` : ""}`, "soft"));
    } else $("caption").append("The start");
    $("luck").replaceChildren(...luck(move ? move.events : game.setup));
    for (const [id, off] of [["first", !at], ["back", !at], ["on", at === last()], ["last", at === last()]]) $(id).disabled = off;
    mark(scroll);
    const round = [...$("rounds").options].findLast((option) => +option.value <= at);
    if (round) $("rounds").value = round.value;
    const address = move ? `#decision=${move.n}` : "#start";
    if (location.hash !== address && !(following && live)) history.replaceState(null, "", address);
    drawBoard();
    Charts.at("values", at);
  }

  function mark(scroll) {
    $("moves").querySelector("[aria-current]")?.removeAttribute("aria-current");
    const item = at ? $(`m${game.moves[at - 1].n}`) : null;
    if (!item) return;
    item.setAttribute("aria-current", "true");
    if (scroll) {
      const list = $("moves");
      const top = item.offsetTop; // the list is what it is measured from
      if (top < list.scrollTop + 40 || top > list.scrollTop + list.clientHeight - 60) list.scrollTop = top - list.clientHeight / 2;
    }
  }

  function listMoves(from) {
    const list = $("moves"), rounds = $("rounds");
    if (!from) {
      list.replaceChildren();
      rounds.replaceChildren(new Option("start", 0));
    }
    const parts = document.createDocumentFragment();
    let round = from ? game.moves[from - 1].round : null;
    for (let place = from; place < game.moves.length; place++) {
      const move = game.moves[place];
      if (move.round !== round) {
        round = move.round;
        parts.append(make("li", `Round ${round}`, "round"));
        rounds.append(new Option(round, place + 1));
      }
      const item = make("li");
      item.id = `m${move.n}`;
      const link = make("a");
      link.href = `#decision=${move.n}`;
      const who = make("b", seatName(move.seat));
      who.style.setProperty("--of", `var(--s${move.seat % 6})`);
      link.append(make("span", move.n, "n"), who, make("span", move.words, move.told ? "words" : "words untold"));
      item.append(link);
      if (move.events.length) {
        const inner = make("ul", undefined, "luck");
        inner.append(...luck(move.events));
        item.append(inner);
      }
      parts.append(item);
    }
    list.append(parts);
    $("slider").max = last();
  }

  function listTurns() {
    $("turns").replaceChildren(...(game.turns.length ? [make("span", "Turning points", "soft")] : []), ...game.turns.map((turn) => {
      const button = make("button", turn.words);
      button.type = "button";
      button.addEventListener("click", () => { stop(); show(turn.place + 1); });
      return button;
    }));
  }

  function drawValues() {
    if (game.values.length < 2) return;
    Charts.draw("values", {
      time: false, axis: "decision", x: game.values.map((_, n) => n), zero: false, targets: [], within: [0, 1],
      curves: game.curves.map((name, n) => ({ name, y: game.values.map((row) => row[n]), colour: game.view === null ? n : game.view })),
      click: (n) => { stop(); show(n); },
    });
  }

  async function load(keep) {
    const answer = await fetch(`${base}/words${query()}`);
    if (!answer.ok) {
      $("caption").textContent = await answer.text();
      return;
    }
    game = await answer.json();
    $("ending").textContent = game.ending;
    pictures.clear();
    listMoves(0);
    listTurns();
    drawValues();
    show(keep ?? fromAddress());
  }

  function fromAddress() {
    const found = /^#decision=(\d+)$/.exec(location.hash);
    if (!found) return live ? last() : 0;
    const place = game.moves.findIndex((move) => move.n === +found[1]);
    return place < 0 ? last() : place + 1;
  }

  function stop() {
    clearInterval(timer);
    timer = null;
    following = false;
    sign(false);
  }

  function sign(goes) {
    $("play").setAttribute("aria-pressed", goes);
    $("play").lastElementChild.textContent = goes ? "Pause" : live ? "Follow" : "Play";
  }

  function play() {
    if (timer || following) return stop();
    if (live) {
      following = true;
      sign(true);
      return show(last());
    }
    if (at === last()) show(0);
    sign(true);
    timer = setInterval(() => (at >= last() ? stop() : show(at + 1)), +$("pace").value);
  }

  function byRound(step) {
    const starts = [...$("rounds").options].map((option) => +option.value);
    const next = step > 0 ? starts.find((start) => start > at) : starts.findLast((start) => start < at);
    show(next ?? (step > 0 ? last() : 0));
  }

  const keys = {
    ArrowRight: () => show(at + 1), ArrowLeft: () => show(at - 1), Home: () => show(0), End: () => show(last()),
    PageDown: () => byRound(1), PageUp: () => byRound(-1),
  };
  addEventListener("keydown", (event) => {
    if (!game || event.altKey || event.ctrlKey || event.metaKey || event.target.closest("select, #slider")) return;
    if (event.key === " " && !event.target.closest("button, a")) { event.preventDefault(); play(); }
    else if (keys[event.key]) { event.preventDefault(); stop(); keys[event.key](); }
  });

  $("first").addEventListener("click", () => { stop(); show(0); });
  $("back").addEventListener("click", () => { stop(); show(at - 1); });
  $("on").addEventListener("click", () => { stop(); show(at + 1); });
  $("last").addEventListener("click", () => { stop(); show(last()); });
  $("play").addEventListener("click", play);
  $("slider").addEventListener("input", () => { stop(); show(+$("slider").value); });
  $("rounds").addEventListener("change", () => { stop(); show(+$("rounds").value); });
  $("view").addEventListener("change", () => load(at));
  $("pace").addEventListener("change", () => { if (timer) { stop(); play(); } });
  addEventListener("hashchange", () => { stop(); show(fromAddress(), { scroll: false }); });

  load().then(() => {
    if (!live || !game) return;
    sign(true);
    const source = new EventSource("news");
    source.addEventListener("moved", async () => {
      const before = at;
      const fresh = await (await fetch(`${base}/words${query()}`)).json();
      const same = fresh.moves.length >= game.moves.length && fresh.start === game.start;
      const from = same ? game.moves.length : 0;
      game = fresh;
      $("ending").textContent = game.ending;
      if (!same) pictures.clear();
      listMoves(from);
      listTurns();
      drawValues();
      show(following ? last() : before, { scroll: following });
    });
  });
})();
