// Search, filter, jump. The page can be read without it; nothing that an engine wrote is put together to markup here.
(() => {
  'use strict';
  const root = document.documentElement;
  root.classList.add('scripted');
  const $ = (selector, from = document) => from.querySelector(selector);
  const all = (selector, from = document) => [...from.querySelectorAll(selector)];

  const search = $('#q');
  const sections = all('[data-section]').map((section) => ({
    id: section.id,
    items: all('[data-item]', section).map((element) => ({ element, states: element.dataset.v.split(' '), text: textOf(element) })),
    groups: all('[data-group]', section),
    chips: all('.chip', section),
    count: $('.count', section),
    none: $('.nomatch', section),
  })).filter((section) => section.items.length > 0);

  // Of a scenario its head and what was found are searched; transcripts are the browser's to search.
  function textOf(element) {
    const parts = element.matches('.scenario') ? all('summary, .found', element) : [element];
    return parts.map((part) => part.textContent).join(' ').toLowerCase();
  }

  const chosen = (section) => section.chips.filter((chip) => chip.getAttribute('aria-pressed') === 'true')
    .map((chip) => chip.dataset.v);

  function filter() {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const section of sections) {
      const wanted = chosen(section);
      let shown = 0;
      for (const { element, states, text } of section.items) {
        const fits = (wanted.length === 0 || states.some((state) => wanted.includes(state))) && words.every((word) => text.includes(word));
        element.hidden = !fits;
        if (fits) shown += 1;
      }
      const narrowed = words.length > 0 || wanted.length > 0;
      for (const group of section.groups) {
        group.hidden = !$('[data-item]:not([hidden])', group);
        // What was found is not to be looked for in folded parts; after the search they are as they were.
        group.dataset.was ??= group.open;
        if (narrowed) group.open = true;
        else { group.open = group.dataset.was === 'true'; delete group.dataset.was; }
      }
      section.count.textContent = narrowed
        ? section.count.dataset.text.replace('{n}', shown).replace('{all}', section.items.length) : '';
      section.none.hidden = shown > 0;
    }
  }

  // What is filtered stands in the address, so that it can be sent on: #q=stop&scenarios=fail,warn
  function remember() {
    const state = new URLSearchParams();
    if (search.value) state.set('q', search.value);
    for (const section of sections) {
      if (chosen(section).length > 0) state.set(section.id, chosen(section).join(','));
    }
    const hash = state.toString();
    history.replaceState(null, '', hash ? '#' + hash : location.pathname + location.search);
  }

  function restore() {
    const hash = location.hash.slice(1);
    if (!hash.includes('=')) return false;
    const state = new URLSearchParams(hash);
    search.value = state.get('q') ?? '';
    for (const section of sections) {
      const states = (state.get(section.id) ?? '').split(',');
      for (const chip of section.chips) chip.setAttribute('aria-pressed', String(states.includes(chip.dataset.v)));
    }
    filter();
    return true;
  }

  function clear() {
    search.value = '';
    for (const section of sections) for (const chip of section.chips) chip.setAttribute('aria-pressed', 'false');
    filter();
    remember();
  }

  // Shows an element wherever it is: after a filter, in folded parts.
  function reveal(element) {
    if (element.closest('[hidden]')) clear();
    for (let at = element; at; at = at.parentElement) if (at.tagName === 'DETAILS') at.open = true;
    const row = element.matches('tr') ? $('details', element) : null;
    if (row) row.open = true;
    element.scrollIntoView({ block: element.matches('pre *') ? 'center' : 'start' });
  }

  function follow() {
    if (restore()) return;
    const target = location.hash.length > 1 && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (target) reveal(target);
  }

  let current = -1;
  function step(by) {
    const findings = all('article.finding:not([hidden])');
    if (findings.length === 0) return;
    const focused = findings.indexOf(document.activeElement);
    current = Math.min(Math.max((focused >= 0 ? focused : current) + by, 0), findings.length - 1);
    findings[current].focus({ preventScroll: true });
    findings[current].scrollIntoView({ block: 'start' });
  }

  const themes = ['', 'light', 'dark'];
  const button = $('#theme');
  const names = button.dataset.names.split(',');
  function theme(name) {
    const index = Math.max(themes.indexOf(name), 0);
    if (index > 0) root.dataset.theme = themes[index]; else delete root.dataset.theme;
    button.textContent = names[index];
    return themes[(index + 1) % themes.length];
  }
  let nextTheme = theme('');
  function turn() {
    const name = nextTheme;
    nextTheme = theme(name);
    try { localStorage.setItem('kentei-theme', name); } catch { /* a browser that keeps nothing */ }
  }
  try { nextTheme = theme(localStorage.getItem('kentei-theme') ?? ''); } catch { /* the same */ }

  search.addEventListener('input', () => { filter(); remember(); });
  for (const section of sections) {
    for (const chip of section.chips) {
      chip.addEventListener('click', () => {
        chip.setAttribute('aria-pressed', String(chip.getAttribute('aria-pressed') !== 'true'));
        filter();
        remember();
      });
    }
  }
  for (const link of all('[data-only]')) {
    link.addEventListener('click', (event) => {
      event.preventDefault();
      const section = sections.find(({ id }) => id === 'scenarios');
      for (const chip of section.chips) chip.setAttribute('aria-pressed', String(chip.dataset.v === link.dataset.only));
      filter();
      remember();
      document.getElementById('scenarios').scrollIntoView();
    });
  }
  $('#next').addEventListener('click', () => step(1));
  $('#previous').addEventListener('click', () => step(-1));
  $('#clear').addEventListener('click', clear);
  button.addEventListener('click', turn);
  addEventListener('hashchange', follow);
  // A link to where one is already does not change the address.
  document.addEventListener('click', (event) => {
    const link = event.target.closest?.('a[href^="#"]:not([data-only])');
    if (link && link.getAttribute('href') === location.hash) follow();
  });

  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const typing = event.target.matches('input, textarea, select');
    if (event.key === 'Escape') {
      clear();
      search.blur();
    } else if (typing) {
      return;
    } else if (event.key === '/') {
      search.focus();
      search.select();
    } else if (event.key === 'j') {
      step(1);
    } else if (event.key === 'k') {
      step(-1);
    } else if (event.key === 't') {
      turn();
    } else {
      return;
    }
    event.preventDefault();
  });

  // What can be typed elsewhere is copied by a button: commands, and positions.
  const [copy, copied] = $('.tools').dataset.copy.split(',');
  for (const code of all('code.copy')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copier';
    button.textContent = copy;
    button.addEventListener('click', async () => {
      try {
        await navigator.clipboard.writeText(code.textContent);
      } catch {
        // Without leave to write there, as in some browsers for files: the way of old.
        getSelection().selectAllChildren(code);
        document.execCommand('copy');
      }
      button.textContent = copied;
      setTimeout(() => { button.textContent = copy; }, 2000);
    });
    code.after(' ', button);
  }

  filter();
  follow();
  root.dataset.ready = 'yes';
})();
