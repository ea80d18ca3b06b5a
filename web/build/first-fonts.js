/** The Latin fonts, which almost every page uses. Other alphabets load when a page needs them. */
const FIRST = /-latin-wght-normal-[\w-]+\.woff2$/;

/**
 * A Vite plugin that preloads the Latin fonts and sets `font-display: optional` for all. A font that arrives
 * late is used from the next page on, because a change of font would move the lines of the shown page.
 */
export function firstFonts() {
  return {
    name: 'first-fonts',
    config: () => ({ css: { postcss: { plugins: [optionalFonts] } } }),
    transformIndexHtml: {
      order: 'post',
      handler: (_, { bundle = {} }) =>
        Object.keys(bundle)
          .filter((file) => FIRST.test(file))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'preload', href: `/${file}`, as: 'font', type: 'font/woff2', crossorigin: '' },
            injectTo: 'head',
          })),
    },
  };
}

const optionalFonts = {
  postcssPlugin: 'optional-fonts',
  Declaration: {
    'font-display': (declaration) => {
      declaration.value = 'optional';
    },
  },
};
