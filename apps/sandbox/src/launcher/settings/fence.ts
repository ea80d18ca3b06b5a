import { isLoopback } from '@sixpence/config/loopback';
import { note } from '../../progress.js';
import type { Settings } from './settings.js';

const warning =
  'This machine forbids namespaces: documents are converted WITHOUT a fence (FENCE=container), so bring only your own.';

/**
 * The converter's variables for its fence. By default the converter refuses to start on a machine that
 * forbids namespaces. A sandbox on a loopback address receives only its user's own documents, so there the
 * converter starts without a fence, and a warning says so.
 */
export function fenceFor(
  { environment, publicUrl }: Pick<Settings, 'environment' | 'publicUrl'>,
  forbidsNamespaces: () => boolean,
  say: (warning: string) => void = note,
): { FENCE?: 'container' } {
  const decidesHere = !environment['FENCE'] && isLoopback(new URL(publicUrl).hostname);
  if (!decidesHere || !forbidsNamespaces()) return {};
  say(warning);
  return { FENCE: 'container' };
}
