// Before anything is painted. A script of its own, because the policy takes none inline.

// Light or dark, as the browser prefers.
const prefersDark = matchMedia('(prefers-color-scheme: dark)').matches;
document.documentElement.dataset.mantineColorScheme = prefersDark ? 'dark' : 'light';

// The button that was pressed last, until the page's code is there to hear of it (src/app/pressed-again.ts).
// It is noted on the way down, because React stops a press that no component listens to yet.
window.pressed = null;
addEventListener('click', note, true);

function note({ target }) {
  if (window.pressed === undefined) removeEventListener('click', note, true);
  else window.pressed = target.closest('button');
}
