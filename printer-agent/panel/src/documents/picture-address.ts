import { panelSlug } from '../link/panel-slug.js';

/** The address of a picture of the open session at the box. */
export function pictureAddress(name: string): string {
  return `/panel/${panelSlug(window.location.pathname)}/pictures/${name}`;
}
