/** The injection token of the process's one registry of figures, which `GET /metrics` shows. */
export const METRICS = Symbol('METRICS');
