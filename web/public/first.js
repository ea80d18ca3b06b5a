// Runs before the page is painted. It is a file, because the content security policy forbids inline scripts.

// Sets the theme that the browser prefers, light or dark.
const prefersDark = matchMedia('(prefers-color-scheme: dark)').matches;
document.documentElement.dataset.mantineColorScheme = prefersDark ? 'dark' : 'light';

// The last pressed button, until the page's script handles presses itself (src/app/pressed-again.ts).
// A press is recorded in the capture phase, because React stops a press that no component listens to yet.
window.pressed = null;
addEventListener('click', recordPress, true);

function recordPress({ target }) {
  if (window.pressed === undefined) removeEventListener('click', recordPress, true);
  else window.pressed = target.closest('button');
}
