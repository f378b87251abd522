import { data } from 'react-router';
import { say } from '#words/say.ts';

export function loader(): never {
  throw data({ message: say('error.missing') }, { status: 404 });
}

export const action = loader;

export default function NotFound() {
  return null;
}
