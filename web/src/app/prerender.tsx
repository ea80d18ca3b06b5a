import { prerender } from 'react-dom/static';
import { StaticRouter } from 'react-router';
import { Site } from './site.js';

/** What a page shows before any script has run: HTML for `#root`, with its title and description at the front. */
export async function drawn(address: string): Promise<string> {
  const failures: unknown[] = [];
  const { prelude } = await prerender(
    <Site router={(app) => <StaticRouter location={address}>{app}</StaticRouter>} />,
    // Whatever its length, the page is one piece: pieces that come later would need a script to be put in place.
    { progressiveChunkSize: Infinity, onError: (error) => void failures.push(error) },
  );
  const html = await new Response(prelude).text();
  if (failures.length > 0) throw new AggregateError(failures, `${address} cannot be drawn`);
  return html;
}
