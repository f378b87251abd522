import type { ComponentProps } from 'react';
import { useQueue } from '#web/router/use-queue.ts';
import { Link } from '#web/ui/navigation/link.tsx';

/** From a record back to its list; beside that list the page has a way back already, with the list's filters. */
export function ListLink({ to, ...rest }: ComponentProps<typeof Link> & { to: string }) {
  const queue = useQueue();
  return queue?.list.split('?')[0] === to ? null : <Link to={to} {...rest} />;
}
