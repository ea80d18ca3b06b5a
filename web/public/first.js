// Before anything is painted. A script of its own, because the policy takes none inline.

// Light or dark, as the browser prefers.
const prefersDark = matchMedia('(prefers-color-scheme: dark)').matches;
document.documentElement.dataset.mantineColorScheme = prefersDark ? 'dark' : 'light';

// The button that was pressed last, until the page's code is there to hear of it (src/app/pressed-again.ts).
window.onclick = ({ target }) => {
  window.pressed = target.closest('button');
};
