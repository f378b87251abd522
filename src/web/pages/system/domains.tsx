import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { publicUrlContext } from '#web/server/context.ts';

export const handle = title('domains.title');

export function loader({ context }: LoaderFunctionArgs) {
  return { host: URL.parse(context.get(publicUrlContext))?.host ?? '', href: context.get(publicUrlContext) };
}

export default function Domains() {
  const { t } = useI18n();
  const { host, href } = useLoaderData<typeof loader>();
  return (
    <>
      <h1>{t('domains.heading')}</h1>
      <p>{t('domains.text')}</p>
      <p>
        <a href={href}>{host}</a>
      </p>
    </>
  );
}
