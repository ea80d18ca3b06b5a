import type { PanelView } from '@sixpence/contracts/agent/panel';
import { wentAsWished } from '../done/went-as-wished.js';
import { currentJob } from '../printing/current-job.js';
import type { Tone } from '../comfort/tones.js';

/** The sound for a change of views; undefined when nothing was decided. */
export function toneFor(before: PanelView, after: PanelView): Tone | undefined {
  if (isTrouble(after)) return isTrouble(before) && before.screen === after.screen ? undefined : 'trouble';
  if (before.screen === after.screen) return undefined;
  return after.screen === 'documents' || after.screen === 'done' ? 'success' : undefined;
}

function isTrouble(view: PanelView): boolean {
  if (view.screen === 'attract') return false;
  if (view.screen === 'printing') return currentJob(view.jobs)?.state === 'stalled';
  if (view.screen === 'done') return view.refused !== undefined || !wentAsWished(view.jobs);
  return view.refused !== undefined;
}
