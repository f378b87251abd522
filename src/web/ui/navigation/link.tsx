import { type Ref, useEffect } from 'react';
import { type LinkProps, Link as RouterLink } from 'react-router';
import { prefetchPage } from '#web/router/prefetch-page.ts';

export type { LinkProps };

/** A link whose page is prefetched when the browser is idle. */
export function Link(props: LinkProps & { ref?: Ref<HTMLAnchorElement> }) {
  const path = typeof props.to === 'string' ? props.to : props.to.pathname;
  useEffect(() => {
    if (path?.startsWith('/')) prefetchPage(path);
  }, [path]);
  return <RouterLink discover="none" {...props} />;
}
