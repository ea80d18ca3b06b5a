import { textVariable } from '@sixpence/config/load';
import { z } from 'zod';
import { limits } from './limits.js';

/** Everything a converter takes from its environment. */
export const converterConfigSchema = z.object({
  NATS_URL: textVariable('give the address of NATS with JetStream, such as nats://localhost:4222'),
  CORE_URL: z.url({ error: 'give the address of core, such as http://localhost:3000' }),
  SERVICE_TOKEN: textVariable('give the token that core knows converters by'),
  /** The qpdf program: a path, or a name to be found. */
  QPDF: z.string().default('qpdf'),
  /** LibreOffice itself, not the script that starts it; and the Python that its bridge is made for. */
  SOFFICE: z.string().default('/usr/lib/libreoffice/program/soffice.bin'),
  OFFICE_PYTHON: z.string().default('/usr/bin/python3'),
  /** How long one document may take. */
  CONVERSION_SECONDS: z.coerce
    .number()
    .min(1)
    .max(limits.conversionMs / 1_000)
    .default(limits.conversionMs / 1_000),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal']).default('info'),
});

export type ConverterConfig = Readonly<z.infer<typeof converterConfigSchema>>;
