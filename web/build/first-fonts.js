/** What nearly every page of ours is written with; other alphabets come when a page has them. */
const FIRST = /-latin-wght-normal-[\w-]+\.woff2$/;

/**
 * A Vite plugin by which the fonts come with the page's first bytes, or not at all until the next page: letters that change
 * under a reader's eyes would move every line below them.
 */
export function firstFonts() {
  return {
    name: 'first-fonts',
    config: () => ({ css: { postcss: { plugins: [optional] } } }),
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

const optional = {
  postcssPlugin: 'optional-fonts',
  Declaration: {
    'font-display': (declaration) => {
      declaration.value = 'optional';
    },
  },
};
