// SPDX-License-Identifier: Apache-2.0
// The timelines of the page: drawn from the data in it, on one time axis, to be zoomed and walked through by keys.
//
// Only what is in view is drawn, anew after each change. `view` is the stretch of time in view, `chosen` the wait that
// is selected: its panel and its number there. A wait knows the slices whose retirements released it.
"use strict";
(function () {
  const data = JSON.parse(document.getElementById("data").textContent);
  const host = document.getElementById("panels");
  const detail = document.getElementById("detail");
  const longest = Math.max(1, ...data.panels.map((p) => p.makespan));
  const view = { from: 0, to: longest };
  let chosen = null;
  const strip = 10, lane = 16, gap = 8, labelWidth = () => (host.clientWidth < 520 ? 62 : 104);

  const element = (name, attributes, text) => {
    const e = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes || {})) e.setAttribute(key, value);
    if (text !== undefined) e.textContent = text;
    return e;
  };
  // As the page writes times: with three digits after the point in a larger unit, or grouped by threes.
  const unit = data.unit;
  const number = (n) => {
    const grouped = (whole) => String(whole).replace(/\B(?=(\d{3})+$)/g, "\u2009");
    if (data.divisor === 1) return (n < 0 ? "-" : "") + grouped(Math.abs(Math.round(n)));
    return (n / data.divisor).toFixed(Math.abs(n) % data.divisor === 0 ? 0 : 3);
  };
  const instruction = (i) => data.instructions[i];
  const sliceName = (s) => `${instruction(s[0]).name} ${s[1]}`;
  const engineOf = (s) => data.engines[instruction(s[0]).engine];

  // Height of a panel and where each engine starts in it.
  function layout(panel) {
    const tops = [];
    let y = 4;
    panel.lanes.forEach((lanes) => {
      tops.push(y);
      y += strip + lane * lanes + gap;
    });
    return { tops, height: y };
  }

  const isChosen = (p, w) => chosen !== null && chosen.panel === p && chosen.wait === w;

  function step() {
    const parts = Math.max(3, Math.floor((host.clientWidth - labelWidth()) / 90));
    const span = view.to - view.from;
    let s = Math.pow(10, Math.floor(Math.log10(Math.max(span / parts, 1))));
    for (const factor of [1, 2, 5, 10]) if (span / (s * factor) <= parts) return s * factor;
    return s * 10;
  }

  function drawAxis(svg, x, height, width) {
    const s = step();
    for (let t = Math.ceil(view.from / s) * s; t <= view.to; t += s) {
      svg.append(element("path", { class: "row", d: `M ${x(t)} 0 V ${height}` }));
      const label = element("text", { class: "soft small middle", x: Math.min(x(t), width - 24), y: height + 14 }, number(t));
      svg.append(label);
    }
  }

  function drawSlices(svg, panel, x, tops, released) {
    panel.slices.forEach((s, i) => {
      const [of, ordinal, begin, end, lanes] = s;
      if (end < view.from || begin > view.to) return;
      const engine = instruction(of).engine;
      const x1 = Math.max(x(begin), x(view.from)), x2 = Math.min(x(end), x(view.to));
      const width = Math.max(0.7, x2 - x1), y = tops[engine] + strip + lane * lanes;
      const rect = element("rect", {
        class: `slice e${engine % 8}${released.has(i) ? " producer" : ""}`, x: x1, y, width, height: lane - 2, rx: 2,
        "data-slice": i,
      });
      rect.append(element("title", {}, `${sliceName(s)} on ${data.engines[engine]}: ${number(begin)} to ${number(end)} ${unit}`));
      svg.append(rect);
      const name = instruction(of).name;
      if (width > 7 * name.length + 4) svg.append(element("text", { class: "small middle", x: (x1 + x2) / 2, y: y + 11 }, name));
      void ordinal;
    });
  }

  // From the end of a slice to the moment at which it made the wait go on, or one of its tests hold.
  function drawArrow(svg, panel, wait, [by, time], x, tops, strong) {
    const s = panel.slices[by];
    const from = instruction(s[0]).engine;
    const y1 = tops[from] + strip + lane * s[4] + lane / 2 - 1, y2 = tops[wait.engine] + strip / 2;
    const x1 = x(s[3]), x2 = x(time);
    svg.append(element("path", {
      class: `release${strong ? " strong-line" : ""}`, d: `M ${x1} ${y1} C ${x1 + 10} ${y1} ${x2 - 10} ${y2} ${x2} ${y2}`,
    }));
  }

  function drawWaits(svg, p, panel, x, tops) {
    let arrows = 0;
    panel.waits.forEach((wait, w) => {
      if (wait.to < view.from || wait.from > view.to) return;
      const x1 = Math.max(x(wait.from), x(view.from)), x2 = Math.min(x(wait.to), x(view.to));
      const width = Math.max(1, x2 - x1);
      const rect = element("rect", {
        class: `stall${wait.barrier ? " barrier" : ""}${isChosen(p, w) ? " selected" : ""}`, x: x1, y: tops[wait.engine],
        width, height: strip - 1, tabindex: isChosen(p, w) || (chosen === null && w === 0) ? 0 : -1, role: "button",
        "aria-label": sentence(panel, wait), "data-panel": p, "data-wait": w,
      });
      rect.append(element("title", {}, sentence(panel, wait)));
      svg.append(rect);
      if (width > 5 && arrows < 120 && !isChosen(p, w)) {
        wait.by.forEach((by) => drawArrow(svg, panel, wait, by, x, tops, false));
        arrows += wait.by.length;
      }
    });
    if (chosen !== null && chosen.panel === p) {
      const wait = panel.waits[chosen.wait];
      wait.by.forEach((by) => drawArrow(svg, panel, wait, by, x, tops, true));
    }
  }

  function drawPanel(p, panel) {
    const width = Math.max(280, host.clientWidth), left = labelWidth();
    const { tops, height } = layout(panel);
    const x = (t) => left + ((t - view.from) / (view.to - view.from)) * (width - left - 6);
    const svg = element("svg", {
      class: "figure", width, height: height + 20, viewBox: `0 0 ${width} ${height + 20}`, role: "group",
      "aria-label": `timeline of ${panel.name}`,
    });
    svg.append(document.importNode(definitions, true));
    svg.append(element("rect", { class: "ground", width, height: height + 20 }));
    drawAxis(svg, x, height, width);
    const clip = element("clipPath", { id: `clip-${p}` });
    clip.append(element("rect", { x: left, y: 0, width: width - left, height: height + 20 }));
    svg.append(clip);
    const inside = element("g", { "clip-path": `url(#clip-${p})` });
    const end = element("path", { class: "makespan", d: `M ${x(panel.makespan)} 0 V ${height}` });
    const released = new Set(chosen !== null && chosen.panel === p ? panel.waits[chosen.wait].by.map((r) => r[0]) : []);
    inside.append(end);
    drawSlices(inside, panel, x, tops, released);
    drawWaits(inside, p, panel, x, tops);
    svg.append(inside);
    data.engines.forEach((name, e) => {
      svg.append(element("text", { class: "end", x: left - 8, y: tops[e] + strip + 12 }, name));
    });
    return svg;
  }

  const definitions = document.querySelector("#definitions defs");
  function draw() {
    const focused = document.activeElement && document.activeElement.classList.contains("stall");
    data.panels.forEach((panel, p) => {
      const box = host.children[p].querySelector(".drawing");
      box.replaceChildren(drawPanel(p, panel));
    });
    document.getElementById("zoom").textContent = `${Math.round((longest / (view.to - view.from)) * 100)} %`;
    if (focused && chosen !== null) {
      const again = host.querySelector(".stall.selected");
      if (again) again.focus({ preventScroll: true });
    }
  }

  // --- what a wait is, in words
  function byText(panel, wait) {
    const names = wait.by.map(([by]) => `${sliceName(panel.slices[by])} on ${engineOf(panel.slices[by])}`);
    if (names.length === 1) return `released by ${names[0]}`;
    if (names.length > 1) return `released by ${names[names.length - 1]} (before that ${names.slice(0, -1).join(", ")})`;
    return wait.barrier ? "until the last engine has arrived" : "";
  }
  function sentence(panel, wait) {
    const before = wait.instruction < 0 ? wait.what : `before ${instruction(wait.instruction).name}`;
    const words = `${data.engines[wait.engine]} waits ${number(wait.to - wait.from)} ${unit} ${before}`;
    const by = byText(panel, wait);
    return by ? `${words}, ${by}` : words;
  }
  function show() {
    detail.replaceChildren();
    if (chosen === null) {
      detail.textContent = detail.dataset.hint;
      return;
    }
    const panel = data.panels[chosen.panel], wait = panel.waits[chosen.wait];
    const head = document.createElement("strong");
    head.textContent = `${panel.name}: ${sentence(panel, wait)}`;
    detail.append(head, ` (from ${number(wait.from)} to ${number(wait.to)})`);
    const facts = panel.facts[wait.instruction < 0 ? wait.alone : wait.instruction] || [];
    const list = document.createElement("ul");
    facts.forEach((f) => {
      const item = document.createElement("li");
      const code = document.createElement("code");
      code.textContent = f.test;
      item.append(code, f.formula ? `  ${f.formula}` : "", f.place ? `  (${f.place})` : "", `; least slack ${number(f.slack)} ${unit}`);
      list.append(item);
    });
    if (facts.length > 0) detail.append(list);
  }

  // --- moving
  function setView(from, to) {
    const span = Math.min(Math.max(to - from, longest / 5000, 4), longest);
    const middle = (from + to) / 2;
    view.from = Math.min(Math.max(0, middle - span / 2), longest - span);
    view.to = view.from + span;
    draw();
  }
  function zoom(factor, at) {
    const middle = at !== undefined ? at : chosen !== null ? centre(chosen) : (view.from + view.to) / 2;
    const share = Math.min(1, Math.max(0, (middle - view.from) / (view.to - view.from)));
    const span = (view.to - view.from) / factor;
    setView(middle - share * span, middle + (1 - share) * span);
  }
  const waitOf = (c) => data.panels[c.panel].waits[c.wait];
  const centre = (c) => (waitOf(c).from + waitOf(c).to) / 2;
  function choose(panel, wait, focus) {
    chosen = { panel, wait };
    const w = waitOf(chosen);
    const first = Math.min(w.from, ...w.by.map(([by]) => data.panels[panel].slices[by][2]));
    if (w.to > view.to || first < view.from) {
      const span = Math.max(view.to - view.from, (w.to - first) * 1.2);
      const middle = (first + w.to) / 2;
      view.from = middle - span / 2;
      view.to = middle + span / 2;
      setView(view.from, view.to);
    }
    draw();
    show();
    const rect = host.querySelector(".stall.selected");
    if (focus && rect) rect.focus({ preventScroll: false });
  }
  function move(by) {
    if (chosen === null) return first(0);
    const count = data.panels[chosen.panel].waits.length;
    choose(chosen.panel, Math.min(count - 1, Math.max(0, chosen.wait + by)), true);
  }
  function first(from) {
    for (let p = from; p < data.panels.length; ++p) if (data.panels[p].waits.length > 0) return choose(p, 0, true);
  }
  function movePanel(by) {
    if (chosen === null) return first(0);
    const at = centre(chosen);
    for (let p = chosen.panel + by; p >= 0 && p < data.panels.length; p += by) {
      const waits = data.panels[p].waits;
      if (waits.length === 0) continue;
      let nearest = 0;
      waits.forEach((w, i) => {
        if (Math.abs((w.from + w.to) / 2 - at) < Math.abs((waits[nearest].from + waits[nearest].to) / 2 - at)) nearest = i;
      });
      return choose(p, nearest, true);
    }
  }
  function clear() {
    chosen = null;
    draw();
    show();
  }

  const keys = {
    ArrowRight: () => move(1), ArrowLeft: () => move(-1), ArrowDown: () => movePanel(1), ArrowUp: () => movePanel(-1),
    "+": () => zoom(1.6), "=": () => zoom(1.6), "-": () => zoom(1 / 1.6), 0: () => setView(0, longest), Escape: clear,
    PageDown: () => pan(0.6), PageUp: () => pan(-0.6),
  };
  function pan(share) {
    const by = share * (view.to - view.from);
    setView(view.from + by, view.to + by);
  }
  host.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const action = keys[event.key];
    const pressed = (event.key === "Enter" || event.key === " ") && event.target.dataset.wait !== undefined;
    if (pressed) choose(Number(event.target.dataset.panel), Number(event.target.dataset.wait), true);
    else if (action) action();
    if (pressed || action) event.preventDefault();
  });
  host.addEventListener("click", (event) => {
    const wait = event.target.dataset && event.target.dataset.wait;
    if (wait !== undefined) choose(Number(event.target.dataset.panel), Number(wait), true);
  });
  host.addEventListener("wheel", (event) => {
    if (!event.ctrlKey && !event.shiftKey) return;
    event.preventDefault();
    const left = labelWidth(), box = host.getBoundingClientRect();
    const at = view.from + ((event.clientX - box.left - left) / (host.clientWidth - left)) * (view.to - view.from);
    if (event.ctrlKey) zoom(event.deltaY < 0 ? 1.25 : 0.8, at);
    else pan((event.deltaY + event.deltaX) / 1000);
  }, { passive: false });
  let drag = null;
  host.addEventListener("pointerdown", (event) => {
    drag = { x: event.clientX, from: view.from, to: view.to };
  });
  window.addEventListener("pointermove", (event) => {
    if (drag === null || Math.abs(event.clientX - drag.x) < 4 || event.buttons === 0) return;
    const by = ((drag.x - event.clientX) / (host.clientWidth - labelWidth())) * (drag.to - drag.from);
    setView(drag.from + by, drag.to + by);
  });
  window.addEventListener("pointerup", () => { drag = null; });
  document.getElementById("zoom-in").addEventListener("click", () => zoom(1.6));
  document.getElementById("zoom-out").addEventListener("click", () => zoom(1 / 1.6));
  document.getElementById("zoom-fit").addEventListener("click", () => setView(0, longest));
  document.getElementById("previous-wait").addEventListener("click", () => move(-1));
  document.getElementById("next-wait").addEventListener("click", () => move(1));
  let width = host.clientWidth;
  window.addEventListener("resize", () => {
    if (host.clientWidth === width) return;
    width = host.clientWidth;
    draw();
  });

  document.body.classList.add("live");
  draw();
  show();
})();
