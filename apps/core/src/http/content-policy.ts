import type { CoreConfig } from '../process/config.js';

/** Where else than on core itself a page may load from or send to, per directive of the policy. */
export interface ContentSources {
  script: readonly string[];
  frame: readonly string[];
  connect: readonly string[];
  img: readonly string[];
  form: readonly string[];
}

/**
 * The content security policy of every document that core serves: its own origin, plus what the configuration names, such
 * as a payment provider's script and frame.
 */
export function contentPolicy(origin: string, sources: ContentSources) {
  const own = "'self'";
  return {
    defaultSrc: [own],
    scriptSrc: [own, ...sources.script],
    frameSrc: sources.frame.length > 0 ? [own, ...sources.frame] : ["'none'"],
    imgSrc: [own, 'data:', 'blob:', ...sources.img],
    styleSrc: [own, "'unsafe-inline'"],
    connectSrc: [own, origin.replace(/^http/, 'ws'), ...sources.connect],
    formAction: [own, ...sources.form],
    upgradeInsecureRequests: origin.startsWith('https:') ? [] : null,
  };
}

/** The sources that the configuration names. */
export function contentSourcesOf(config: CoreConfig): ContentSources {
  return {
    script: config.CSP_SCRIPT_SOURCES,
    frame: config.CSP_FRAME_SOURCES,
    connect: config.CSP_CONNECT_SOURCES,
    img: config.CSP_IMG_SOURCES,
    form: config.CSP_FORM_SOURCES,
  };
}
