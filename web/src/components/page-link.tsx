import type { PagePath } from '@sixpence/contracts/pages';
import { type ComponentProps, type ReactNode, type Ref } from 'react';
import { Link } from 'react-router';
import { linkLanguage, linkWords } from '../lib/page-titles.js';

export interface PageLinkProps extends Omit<ComponentProps<typeof Link>, 'to' | 'children' | 'ref'> {
  to: PagePath;
  anchor?: string | undefined;
  /** The words of the link; the page's own name if absent. */
  children?: ReactNode;
  ref?: Ref<HTMLAnchorElement>;
}

/** A link to a page of the table of pages, and to no other address. */
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
