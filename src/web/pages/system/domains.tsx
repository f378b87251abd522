import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { pageContext } from '#web/server/page-context.ts';

export const handle = title('domains.title');

export function loader({ context }: LoaderFunctionArgs) {
  const { public_url } = context.get(pageContext);
  return { host: URL.parse(public_url)?.host ?? '', href: public_url };
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
