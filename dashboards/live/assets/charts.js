// Charts over time and over blocks: uPlot in the page's own colours, drawn anew when light turns to dark.
"use strict";

const Charts = (() => {
  const drawn = new Map(); // identifier of the element -> {plot, shape, given}
  const HEIGHT = 190;

  const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  const short = (value) => {
    const size = Math.abs(value);
    if (size >= 1e9) return +(value / 1e9).toPrecision(3) + " G";
    if (size >= 1e6) return +(value / 1e6).toPrecision(3) + " M";
    if (size >= 1e4) return +(value / 1e3).toPrecision(3) + " k";
    return size >= 100 || Number.isInteger(value) ? Math.round(value).toLocaleString("en") : String(+value.toPrecision(3));
  };

  function columns(given) {
    return [given.x, ...given.curves.map((curve) => curve.y)];
  }

  function options(given, width) {
    const axis = { stroke: colour("--soft"), grid: { stroke: colour("--line"), width: 1 }, ticks: { show: false }, font: "12px system-ui, sans-serif" };
    const curves = given.curves.map((curve, n) => ({
      label: curve.name, stroke: colour(`--s${(curve.colour ?? n) % 6}`), width: 2, points: { show: given.x.length < 3 },
      fill: given.zero && n === 0 ? colour("--s0") + "22" : undefined, value: (u, value) => (value == null ? "–" : short(value)),
    }));
    const range = (u, low, high) => {
      if (given.within) return [given.within[0] - 0.02, given.within[1] + 0.02];
      for (const line of given.targets) [low, high] = [Math.min(low ?? line.y, line.y), Math.max(high ?? line.y, line.y)];
      const room = (high - low || Math.abs(high) || 1) * 0.08;
      return [given.zero ? 0 : low - room, high + room];
    };
    return {
      width, height: HEIGHT, padding: [8, 8, 0, 0],
      scales: { x: { time: given.time }, y: { range } },
      series: [given.time ? { label: "time", value: "{HH}:{mm}:{ss}" } : { label: given.axis ?? "blocks", value: (u, v) => (v == null ? "–" : v.toLocaleString("en")) }, ...curves],
      axes: [given.time ? { ...axis, values: clock } : { ...axis, values: (u, found) => found.map(short) }, { ...axis, size: 56, values: (u, found) => found.map(short) }],
      cursor: { y: false, drag: { x: false, y: false } },
      hooks: {
        draw: [(u) => { given.targets.forEach((line) => target(u, line)); if (u.marked != null) needle(u); }],
        ready: [(u) => { if (given.click) u.over.addEventListener("click", () => u.cursor.idx != null && given.click(u.cursor.idx)); }],
      },
    };
  }

  // a line that a curve has to cross, with its name
  function target(u, line) {
    const context = u.ctx, scale = devicePixelRatio, y = u.valToPos(line.y, "y", true), { left, width, top } = u.bbox;
    context.save();
    context.strokeStyle = context.fillStyle = colour("--good");
    context.setLineDash([6 * scale, 4 * scale]);
    context.lineWidth = 1.5 * scale;
    context.beginPath();
    context.moveTo(left, y);
    context.lineTo(left + width, y);
    context.stroke();
    context.font = `${11 * scale}px system-ui, sans-serif`;
    context.textAlign = "right";
    context.fillText(line.name, left + width - 4 * scale, y - 5 * scale < top + 10 * scale ? y + 13 * scale : y - 5 * scale);
    context.restore();
  }

  const clock = (u, found) => found.map((at) => new Date(at * 1000).toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit", ...(u.scales.x.max - u.scales.x.min < 300 ? { second: "2-digit" } : {}) }));

  // where one is in a game
  function needle(u) {
    const context = u.ctx, x = u.valToPos(u.marked, "x", true), { top, height } = u.bbox;
    context.save();
    context.strokeStyle = colour("--ink");
    context.lineWidth = 1.5 * devicePixelRatio;
    context.beginPath();
    context.moveTo(x, top);
    context.lineTo(x, top + height);
    context.stroke();
    context.restore();
  }

  function at(identifier, x) {
    const found = drawn.get(identifier);
    if (!found) return;
    found.plot.marked = found.marked = x;
    found.plot.redraw(false);
  }

  function draw(identifier, given) {
    const element = document.querySelector(`[data-chart="${identifier}"]`);
    if (!element || !given.x.length) return;
    const shape = JSON.stringify([given.curves.map((c) => c.name), given.targets]);
    const before = drawn.get(identifier);
    if (before && before.element === element && before.shape === shape && element.firstChild) {
      before.given = given;
      before.plot.setData(columns(given));
      return;
    }
    if (before) before.plot.destroy();
    element.classList.toggle("solo", given.curves.length === 1);
    const plot = new uPlot(options(given, element.clientWidth || 320), columns(given), element);
    drawn.set(identifier, { plot, shape, element, given });
  }

  function drawAllAgain() {
    for (const [identifier, { plot, given, marked }] of [...drawn]) {
      plot.destroy();
      drawn.delete(identifier);
      draw(identifier, given);
      if (marked != null) at(identifier, marked);
    }
  }

  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", drawAllAgain);
  let asked = 0;
  addEventListener("resize", () => {
    cancelAnimationFrame(asked);
    asked = requestAnimationFrame(() => drawn.forEach(({ plot, element }) => plot.setSize({ width: element.clientWidth, height: HEIGHT })));
  });

  return { draw, at };
})();
