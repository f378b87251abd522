import { data } from 'react-router';
import { message } from '#i18n/message.ts';
import { title } from '#web/i18n/title.ts';

export const handle = title('error.title_missing');

export function loader(): never {
  throw data({ message: message('error.missing') }, { status: 404 });
}

export const action = loader;

export default function NotFound() {
  return null;
}
