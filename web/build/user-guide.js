import { userGuidePdf } from '@sixpence/paper/user-guide';

const fileName = 'sixpence-user-guide.pdf';

/** A Vite plugin that draws the user guide, which the signed-in header leads to, from the help articles. */
export function userGuide() {
  return {
    name: 'user-guide',
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName, source: await userGuidePdf() });
    },
    configureServer({ middlewares }) {
      middlewares.use(`/${fileName}`, (_request, response, next) => {
        const drawn = userGuidePdf();
        void drawn.then((pdf) => response.setHeader('content-type', 'application/pdf').end(pdf), next);
      });
    },
  };
}
