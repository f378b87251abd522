import type { NamedRecord } from '#contracts/oversight/audit.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { SectionLink } from '#web/layouts/admin/section-link.tsx';

/** A record by what people call it, with the way to its page if it has one. */
export function RecordLink({ record: { kind, name, link } }: { record: NamedRecord }) {
  const text = useI18n().t('audit.record', { kind, name });
  return link ? <SectionLink to={link}>{text}</SectionLink> : text;
}
