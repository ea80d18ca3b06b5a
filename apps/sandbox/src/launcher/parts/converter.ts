import { spawnSync } from 'node:child_process';
import { converterService } from '../../services/service-commands.js';
import { officeForms, toolPath } from '../../tools.js';
import { core, coreUrl } from './core.js';
import { nats, natsAs } from './nats.js';
import { fenceFor } from '../settings/fence.js';
import type { Part } from './part.js';

/** The converter: turns uploaded files into clean PDFs. */
export const converter: Part = {
  name: 'converter',
  ports: [],
  data: [],
  needs: [core, nats],
  async start(context) {
    const environment = {
      ...natsAs('converter', context),
      CORE_URL: coreUrl(context),
      SERVICE_TOKEN: context.secrets.SERVICE_TOKEN,
      ...fenceFor(context.settings, forbidsNamespaces),
      QPDF: toolPath('qpdf'),
      ...officeForms(),
    };
    const options = { name: 'converter', environment, logFile: context.logFile('converter') };
    await context.keepService('converter', converterService(options));
  },
};

/** A timeout does not count: a slow machine may still allow namespaces. */
function forbidsNamespaces(): boolean {
  const asRoot = process.getuid?.() === 0 ? [] : ['--user', '--map-root-user'];
  const namespaces = ['--net', '--ipc', '--pid', '--fork', '--mount', '--mount-proc'];
  const tried = spawnSync('unshare', [...asRoot, ...namespaces, 'true'], {
    timeout: 20_000,
    stdio: 'ignore',
  });
  return tried.status !== null && tried.status !== 0;
}
