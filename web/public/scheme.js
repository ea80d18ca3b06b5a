// Before anything is painted: light or dark, as the browser prefers. A script of its own, because the policy takes none inline.
const prefersDark = matchMedia('(prefers-color-scheme: dark)').matches;
document.documentElement.dataset.mantineColorScheme = prefersDark ? 'dark' : 'light';
