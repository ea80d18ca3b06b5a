import { prerender } from 'react-dom/static';
import { StaticRouter } from 'react-router';
import { Site } from './site.js';

/**
 * The HTML of a page for `#root`, before any script has run. Its title and description come first.
 * @throws AggregateError when a part of the page cannot be drawn
 */
export async function drawPage(address: string): Promise<string> {
  const failures: unknown[] = [];
  const { prelude } = await prerender(
    <Site router={(app) => <StaticRouter location={address}>{app}</StaticRouter>} />,
    // React streams a long page in pieces that a script inserts. Without a script, it must be one piece.
    { progressiveChunkSize: Infinity, onError: (error) => void failures.push(error) },
  );
  const html = await new Response(prelude).text();
  if (failures.length > 0) throw new AggregateError(failures, `${address} cannot be drawn`);
  return html;
}
