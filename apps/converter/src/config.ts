import { coreAddress, tokenVariable } from '@sixpence/config/service-link';
import { natsVariables } from '@sixpence/messaging/access';
import { z } from 'zod';
import { limits } from './limits.js';

/** All settings of a converter, read from its environment. */
export const converterConfigSchema = z.object({
  ...natsVariables,
  CORE_URL: coreAddress,
  SERVICE_TOKEN: tokenVariable('the token by which core recognises converters'),
  /** `container`: the converter may run without its own fence, because the container is the fence. */
  FENCE: z
    .enum(['own', 'container'], { error: 'leave it out, or say container where a container is the fence' })
    .default('own'),
  /** The qpdf program: a path, or a name to search for in PATH. */
  QPDF: z.string().default('qpdf'),
  /** LibreOffice's program, not the script that starts it. `OFFICE_PYTHON` is the Python of its bridge. */
  SOFFICE: z.string().default('/usr/lib/libreoffice/program/soffice.bin'),
  OFFICE_PYTHON: z.string().default('/usr/bin/python3'),
  /**
   * LibreOffice's form files that its packages lack: a folder in the layout of its `share`, with nothing else
   * in it.
   */
  OFFICE_FORMS: z.string().optional(),
  /** The processor time that one document may take, in seconds. */
  CONVERSION_SECONDS: z.coerce
    .number()
    .min(1)
    .max(limits.conversionMs / 1_000)
    .default(limits.conversionMs / 1_000),
  /**
   * The number of documents that are converted at once. Set it if other programs use cores and memory of the
   * machine.
   */
  DOCUMENTS_AT_ONCE: z.coerce.number().int().min(1).optional(),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal']).default('info'),
});
