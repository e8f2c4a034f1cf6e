"use strict";
(() => {
  const root = document.documentElement;
  const each = (selector, act, from = document) => from.querySelectorAll(selector).forEach(act);

  // Theme: follows the system until the reader chooses; the choice is kept where storage is allowed.
  const themes = ["auto", "light", "dark"];
  const button = document.getElementById("theme");
  const store = {
    get() { try { return localStorage.getItem("samebits-theme"); } catch { return null; } },
    set(value) { try { localStorage.setItem("samebits-theme", value); } catch { /* stays for this visit */ } },
  };
  const apply = (theme) => {
    root.dataset.theme = theme;
    button.textContent = `Theme: ${theme}`;
  };
  apply(themes.includes(store.get()) ? store.get() : "auto");
  button.hidden = false;
  button.addEventListener("click", () => {
    const next = themes[(themes.indexOf(root.dataset.theme) + 1) % themes.length];
    store.set(next);
    apply(next);
  });

  // A link to a folded part opens it.
  const reveal = () => {
    let target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    const first = target;
    for (; target; target = target.parentElement) if (target.tagName === "DETAILS") target.open = true;
    if (first) first.scrollIntoView();
  };
  addEventListener("hashchange", reveal);
  if (location.hash) reveal();
  each('td a[href^="#"]', (link) => link.addEventListener("click", () => setTimeout(reveal)));

  // Find an op: rows, turned blocks, and groups of failing cases whose name does not hold it go.
  const find = document.getElementById("find");
  if (find) {
    find.closest("p").hidden = false;
    find.addEventListener("input", () => {
      const sought = find.value.trim().toLowerCase();
      each(".heat", (table) => {
        const turned = table.rows[0].cells[0].textContent !== "op";
        let found = 0;
        each("tbody tr", (row) => {
          row.hidden = !turned && !row.cells[0].textContent.toLowerCase().includes(sought);
          found += !row.hidden;
        }, table);
        table.hidden = turned ? !table.dataset.ops.toLowerCase().includes(sought) : !found;
      });
    });
  }

  // Filter by outcome, one choice for each device.
  each(".device", (device) => {
    const buttons = device.querySelectorAll("button[data-filter]");
    const filter = (outcome) => {
      const has = (node) => !outcome || node.dataset.outcomes.split(" ").includes(outcome);
      buttons.forEach((b) => b.setAttribute("aria-pressed", String(b.dataset.filter === outcome)));
      each("[data-outcomes]", (node) => { node.hidden = !has(node); }, device);
    };
    buttons.forEach((b) => b.addEventListener("click", () => {
      filter(b.getAttribute("aria-pressed") === "true" ? "" : b.dataset.filter);
    }));
    each("button[data-open]", (b) => b.addEventListener("click", () => {
      const open = b.dataset.open !== "yes";
      b.dataset.open = open ? "yes" : "";
      b.textContent = open ? "Fold all" : "Open all";
      each("details.box", (node) => { node.open = open; }, b.closest("section"));
    }), device);
  });

  // Commands are copied by a button; without a clipboard the text is selected instead.
  each(".command", (line) => {
    const copy = document.createElement("button");
    copy.type = "button";
    copy.textContent = "Copy";
    copy.setAttribute("aria-label", "Copy the command");
    copy.addEventListener("click", async () => {
      const code = line.querySelector("code");
      try {
        await navigator.clipboard.writeText(code.textContent);
        copy.textContent = "Copied";
      } catch {
        getSelection().selectAllChildren(code);
        copy.textContent = "Selected";
      }
      setTimeout(() => { copy.textContent = "Copy"; }, 1500);
    });
    line.append(copy);
  });
})();
