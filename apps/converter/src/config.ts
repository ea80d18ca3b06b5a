import { coreAddress, tokenVariable } from '@sixpence/config/service-link';
import { natsVariables } from '@sixpence/messaging/access';
import { z } from 'zod';
import { limits } from './limits.js';

/** Everything a converter takes from its environment. */
export const converterConfigSchema = z.object({
  ...natsVariables,
  CORE_URL: coreAddress,
  SERVICE_TOKEN: tokenVariable('the token that core knows converters by'),
  /** `container`: this converter may stand where it cannot shut documents in, because something else does. */
  FENCE: z
    .enum(['own', 'container'], { error: 'leave it out, or say container where something else is the fence' })
    .default('own'),
  /** The qpdf program: a path, or a name to be found. */
  QPDF: z.string().default('qpdf'),
  /** LibreOffice itself, not the script that starts it; and the Python that its bridge is made for. */
  SOFFICE: z.string().default('/usr/lib/libreoffice/program/soffice.bin'),
  OFFICE_PYTHON: z.string().default('/usr/bin/python3'),
  /** Forms that LibreOffice's packages left out: a folder as its `share`, with nothing else in it. */
  OFFICE_FORMS: z.string().optional(),
  /** How much processor time one document may take, in seconds. */
  CONVERSION_SECONDS: z.coerce
    .number()
    .min(1)
    .max(limits.conversionMs / 1_000)
    .default(limits.conversionMs / 1_000),
  /** How many documents are converted at once, where the machine's cores and memory are not all the converter's. */
  DOCUMENTS_AT_ONCE: z.coerce.number().int().min(1).optional(),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal']).default('info'),
});
