import { panelSlug } from '../link/panel-slug.js';

/** Where the box has a picture of the open session. */
export function pictureAddress(name: string): string {
  return `/panel/${panelSlug(window.location.pathname)}/pictures/${name}`;
}
