import { type ActionFunctionArgs, href, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router';
import { getDeskSettings, saveDeskSettings } from '#contracts/desk/desk-settings.ts';
import { message } from '#i18n/message.ts';
import { readForm, refused } from '#web/forms/form-data.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { useRootData } from '#web/root-data/use-root-data.ts';
import { attempt, read } from '#web/server/api.ts';
import { flash } from '#web/server/cookies/flash.ts';
import { Link } from '#web/ui/navigation/link.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';
import { readSettings, settingFields } from './settings/read-settings.ts';
import { SettingsForm } from './settings/settings-form.tsx';

export const handle = title('desk.settings');

export async function loader({ context, url }: LoaderFunctionArgs) {
  const { data } = await read({ context, url }, getDeskSettings);
  return { settings: data };
}

export async function action({ request, context, url }: ActionFunctionArgs) {
  const field = await readForm(request);
  const body = readSettings(field);
  const outcome = await attempt({ context, url }, saveDeskSettings, { body });
  const values = Object.fromEntries(settingFields.map((name) => [name, field(name)]));
  if (!outcome.ok) return refused(outcome.refusal, values);
  const toast = flash({ type: 'success', title: message('desk.settings_saved'), content: '' });
  return redirect(href('/admin/tickets/settings'), { headers: { 'set-cookie': toast } });
}

export default function Settings() {
  const { t } = useI18n();
  const { settings } = useLoaderData<typeof loader>();
  const may = useRootData()?.user?.roles.includes('support') ?? false;
  return (
    <div className="reading stack">
      <PageHead title={t('desk.settings')} lead={<Link to={href('/admin/tickets')}>{t('desk.title')}</Link>} />
      <p className="muted">{t('desk.settings_lead')}</p>
      <SettingsForm settings={settings} may={may} />
    </div>
  );
}
