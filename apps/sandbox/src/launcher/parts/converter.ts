import { spawnSync } from 'node:child_process';
import { isLoopback } from '@sixpence/config/loopback';
import { converterService } from '../../services/service-commands.js';
import { officeForms, toolPath } from '../../tools.js';
import { core, coreUrl } from './core.js';
import { nats, natsAs } from './nats.js';
import { note } from '../../progress.js';
import type { Part, Place, Variables } from './part.js';

/** The converter: uploaded files into clean PDFs. */
export const converter: Part = {
  name: 'converter',
  ports: [],
  data: [],
  needs: [core, nats],
  async start(place) {
    const environment = {
      ...natsAs('converter', place),
      CORE_URL: coreUrl(place),
      SERVICE_TOKEN: place.secrets.SERVICE_TOKEN,
      ...fence(place),
      QPDF: toolPath('qpdf'),
      ...officeForms(),
    };
    const options = { name: 'converter', environment, logFile: place.logFile('converter') };
    await place.keepService('converter', converterService(options));
  },
};

/**
 * Where this machine forbids namespaces the converter would not start. Whoever only tries the service, on a loopback
 * address, brings no documents but their own: there it starts all the same, and this is said.
 */
function fence({ settings }: Place): Variables {
  if (
    settings.environment['FENCE'] ||
    !isLoopback(new URL(settings.publicUrl).hostname) ||
    !forbidsNamespaces()
  )
    return {};
  note(
    'This machine forbids namespaces: documents are converted WITHOUT a fence (FENCE=container), so bring only your own.',
  );
  return { FENCE: 'container' };
}

/** A machine that is only slow does not forbid them. */
function forbidsNamespaces(): boolean {
  const asRoot = process.getuid?.() === 0 ? [] : ['--user', '--map-root-user'];
  const namespaces = ['--net', '--ipc', '--pid', '--fork', '--mount', '--mount-proc'];
  const tried = spawnSync('unshare', [...asRoot, ...namespaces, 'true'], {
    timeout: 20_000,
    stdio: 'ignore',
  });
  return tried.status !== null && tried.status !== 0;
}
