import { href, useLocation } from 'react-router';
import { messageKey } from '#i18n/message.ts';
import { Sections } from '#web/ui/navigation/sections.tsx';

const sections = [
  { to: href('/admin/operations'), label: messageKey('operations.maintenance') },
  { to: href('/admin/operations/jobs'), label: messageKey('jobs.title') },
  { to: href('/admin/operations/checks'), label: messageKey('doctor.title') },
  { to: href('/admin/operations/backups'), label: messageKey('backups.title') },
  { to: href('/admin/operations/settings'), label: messageKey('config.title') },
  { to: href('/admin/operations/retention'), label: messageKey('retention.title') },
  { to: href('/admin/operations/processing'), label: messageKey('processing.title') },
  { to: href('/admin/operations/redact'), label: messageKey('redact.title') },
  { to: href('/admin/operations/affected'), label: messageKey('affected.title') },
];

/** The pages of the area, above each of them. */
export function OperationsSections() {
  const { pathname } = useLocation();
  return <Sections label={messageKey('operations.title')} sections={sections} isHere={(to) => to === pathname} />;
}
