import { userGuidePdf } from '@sixpence/paper/user-guide';

const fileName = 'sixpence-user-guide.pdf';

/** A Vite plugin that makes the user guide (PDF) from the help articles. The signed-in header links to it. */
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
