import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { PageHead } from '#web/ui/navigation/page-head.tsx';

export const handle = title('imports.title');

export default function ImportPage() {
  const { t } = useI18n();
  return <PageHead title={t('imports.title')} lead={t('imports.lead')} />;
}
