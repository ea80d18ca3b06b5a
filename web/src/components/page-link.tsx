import type { PagePath } from '@sixpence/contracts/pages';
import { type ComponentProps, type ReactNode, type Ref } from 'react';
import { Link } from 'react-router';
import { linkLanguage, linkWords } from '../lib/page-titles.js';

export interface PageLinkProps extends Omit<ComponentProps<typeof Link>, 'to' | 'children' | 'ref'> {
  to: PagePath;
  /** The place on that page. */
  anchor?: string | undefined;
  /** What the page is called, unless something else is said here. */
  children?: ReactNode;
  ref?: Ref<HTMLAnchorElement>;
}

/** A link to a page of the site: only to one that the table of pages knows. */
export function PageLink({ to, anchor, children, ...others }: PageLinkProps) {
  return (
    <Link
      to={anchor === undefined ? to : `${to}#${anchor}`}
      lang={children === undefined ? linkLanguage(to) : undefined}
      {...others}
    >
      {children ?? linkWords(to)}
    </Link>
  );
}
