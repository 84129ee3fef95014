"use strict";
(() => {
  // What a key says, and what a line of judged.tsv says then.
  const verdicts = {
    right: { fate: "go", why: (r) => "right " + r.kind },
    style: { fate: "free", why: () => "style-only" },
    wrong: { fate: "stay", why: () => "wrong" },
  };
  const keys = { r: "right", s: "style", w: "wrong" };
  const at = (id) => document.getElementById(id);
  const { key, removals } = JSON.parse(at("removals").textContent);

  // judged holds, by number of a removal, { verdict, why }; past, what undo goes back to.
  let judged = {};
  let past = [];
  let shown = 0;
  let kept = true;
  try {
    judged = JSON.parse(localStorage.getItem(key)) || {};
  } catch {
    kept = false;
  }
  const count = () => Object.values(judged).filter((j) => j.verdict).length;
  const keep = () => {
    try {
      localStorage.setItem(key, JSON.stringify(judged));
    } catch {
      kept = false;
    }
  };

  const line = (i) => {
    const r = removals[i];
    const { verdict, why } = judged[i];
    const reason = why ? ": " + why.replace(/\s+/g, " ").trim() : "";
    return [r.source, r.from, r.to, verdicts[verdict].fate, verdicts[verdict].why(r) + reason].join("\t") + "\n";
  };
  const table = () => removals.map((_, i) => (judged[i] && judged[i].verdict ? line(i) : "")).join("");

  const show = () => {
    const context = at("context");
    context.replaceChildren();
    at("why").value = "";
    if (shown >= removals.length) {
      at("where").textContent = "The end.";
      at("clean").textContent = "";
    } else {
      const r = removals[shown];
      at("where").textContent = `${shown + 1} of ${removals.length} · ${r.source} · ${r.kind}`;
      for (const { text, fate } of r.context) {
        const name = { asked: "mark", gone: "s" }[fate] || "span";
        const piece = document.createElement(name);
        piece.textContent = text;
        context.append(piece);
      }
      at("clean").textContent = r.clean;
      at("why").value = (judged[shown] && judged[shown].why) || "";
    }
    const verdict = judged[shown] && judged[shown].verdict;
    for (const name of Object.keys(verdicts)) at(name).setAttribute("aria-pressed", String(verdict === name));
    at("done").textContent = `${count()} judged` + (kept ? "" : "; this browser keeps nothing: save before you close the page");
  };
  const go = (to) => {
    shown = Math.max(0, Math.min(to, removals.length));
    show();
  };
  const set = (i, value) => {
    if (value) judged[i] = value;
    else delete judged[i];
    keep();
  };
  const judge = (verdict) => {
    if (shown >= removals.length) return;
    past.push([shown, judged[shown]]);
    set(shown, { ...judged[shown], verdict });
    go(shown + 1);
  };
  const undo = () => {
    const last = past.pop();
    if (!last) return;
    set(last[0], last[1]);
    go(last[0]);
  };
  const save = () => {
    const url = URL.createObjectURL(new Blob([table()], { type: "text/tab-separated-values" }));
    const link = document.createElement("a");
    link.href = url;
    link.download = "judged.tsv";
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), 1000);
  };

  for (const name of Object.keys(verdicts)) at(name).addEventListener("click", () => judge(name));
  at("back").addEventListener("click", () => go(shown - 1));
  at("on").addEventListener("click", () => go(shown + 1));
  at("undo").addEventListener("click", undo);
  at("save").addEventListener("click", save);
  at("why").addEventListener("input", () => {
    if (shown < removals.length) set(shown, { ...judged[shown], why: at("why").value });
  });
  document.addEventListener("keydown", (e) => {
    if (e.ctrlKey || e.metaKey || e.altKey) return;
    if (e.target === at("why")) {
      if (e.key === "Enter" || e.key === "Escape") at("why").blur();
      return;
    }
    const does = {
      ArrowLeft: () => go(shown - 1),
      ArrowRight: () => go(shown + 1),
      u: undo,
      d: save,
      e: () => at("why").focus(),
    };
    const verdict = keys[e.key];
    if (!verdict && !does[e.key]) return;
    e.preventDefault();
    if (e.repeat && (verdict || e.key === "d")) return; // a key that is held judges one
    if (verdict) judge(verdict);
    else does[e.key]();
  });
  const first = removals.findIndex((_, i) => !(judged[i] && judged[i].verdict));
  go(first < 0 ? removals.length : first);
})();
