import { isLoopback } from '@sixpence/config/loopback';
import { note } from '../../progress.js';
import type { Settings } from './settings.js';

const warning =
  'This machine forbids namespaces: documents are converted WITHOUT a fence (FENCE=container), so bring only your own.';

/**
 * What the converter is told of its fence. Where the machine forbids namespaces it would not start. Whoever only tries the
 * service, on a loopback address, brings no documents but their own: there it starts all the same, and this is said.
 */
export function fenceFor(
  { environment, publicUrl }: Pick<Settings, 'environment' | 'publicUrl'>,
  forbidsNamespaces: () => boolean,
  say: (warning: string) => void = note,
): { FENCE?: 'container' } {
  const isOurs = !environment['FENCE'] && isLoopback(new URL(publicUrl).hostname);
  if (!isOurs || !forbidsNamespaces()) return {};
  say(warning);
  return { FENCE: 'container' };
}
