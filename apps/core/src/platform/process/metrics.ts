/** The injection token of the process's metrics registry, which `GET /metrics` shows. */
export const METRICS = Symbol('METRICS');
