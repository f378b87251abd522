import { Trans, useLingui } from '@lingui/react';
import type { ReactElement } from 'react';
import { plainValues } from '#i18n/format-message.ts';
import type { MessageKey, Value } from '#i18n/message.ts';
import { useRootData } from '#web/root-data/use-root-data.ts';

interface Props {
  of: MessageKey;
  values?: Record<string, Value>;
  /** The element for each tag in the message: `Read <link>this</link>` takes `{ link: <Link to="…" /> }`. */
  parts: Record<string, ReactElement>;
}

/** A message with elements inside it. */
export function FormattedMessage({ of, values, parts }: Props) {
  const { i18n } = useLingui();
  const time_zone = useRootData()?.time_zone;
  return <Trans id={of} components={parts} values={values && guarded(plainValues({ i18n, time_zone }, values))} />;
}

/** A value that looks like a tag is passed as an element, so that it is displayed and never parsed as one. */
function guarded(values: Record<string, string | number>): Record<string, unknown> {
  const safe: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) safe[name] = `${value}`.includes('<') ? [value] : value;
  return safe;
}
