import { href } from 'react-router';
import { holdsDuty } from '#contracts/holds-duty.ts';
import { useRootData } from '#web/root-data/use-root-data.ts';
import { Link, type LinkProps } from '#web/ui/navigation/link.tsx';
import { type AdminSection, allSections, people } from './admin-sections.ts';

type Place = Pick<AdminSection, 'to' | 'duties'>;

const places: readonly Place[] = [
  ...allSections,
  // Their list stands on a page of everybody's, but an owner's name may stand on these.
  { to: href('/admin/unclaimed-deposits/:id', { id: '' }), duties: people },
];

/** A link into the back office, or its words alone where the reader's duties don't open that section. */
export function SectionLink({ to, children }: Pick<LinkProps, 'children'> & { to: string }) {
  const opens = useOpens();
  return opens(to) ? <Link to={to}>{children}</Link> : children;
}

/** Whether the section of a page opens to the reader; pages outside the sections do. */
export function useOpens(): (to: string) => boolean {
  const roles = useRootData()?.user?.roles ?? [];
  return (to) =>
    places.every(
      (place) => sectionOf(place.to) !== sectionOf(to) || !place.duties || holdsDuty(roles, ...place.duties),
    );
}

/** `/admin/users` of a page of it. */
const sectionOf = (path: string) => path.split(/[/?]/).slice(1, 3).join();
