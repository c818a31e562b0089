// Pages by the part of the address after '#': it is never sent to the server, so a link may hold an invitation.

export type Route =
  | { page: 'start' }
  | { page: 'new'; book: string; scenario: string | null }
  | { page: 'game'; game: string }
  | { page: 'join'; game: string; code: string }
  | { page: 'replay'; game: string; at: number | null }
  | { page: 'rules'; book: string | null; rule: string | null }
  | { page: 'odds'; book: string | null; situation: string | null }
  | { page: 'armies'; book: string | null; list: string | null; data: string | null }
  | { page: 'battles'; book: string | null; battle: string | null; data: string | null }
  | { page: 'help' };

export function parse(hash: string): Route {
  const parts = hash
    .replace(/^#\/?/, '')
    .split('/')
    .filter(Boolean)
    .map((part) => {
      try {
        return decodeURIComponent(part);
      } catch {
        return part;
      }
    });
  const [page, a, b, c] = parts;
  switch (page) {
    case 'new':
      if (a) return { page, book: a, scenario: b ?? null };
      break;
    case 'game':
      if (a) return { page, game: a };
      break;
    case 'join':
      if (a && b) return { page, game: a, code: b };
      break;
    case 'replay': {
      const at = Number(c);
      if (a) return { page, game: a, at: b === 'at' && Number.isInteger(at) && at >= 0 ? at : null };
      break;
    }
    case 'rules':
      return { page, book: a ?? null, rule: b ?? null };
    case 'odds':
      return { page, book: a ?? null, situation: b ?? null };
    case 'armies':
      return { page, book: a ?? null, list: b ?? null, data: c ?? null };
    case 'battles':
      return { page, book: a ?? null, battle: b ?? null, data: c ?? null };
    case 'help':
      return { page };
  }
  return { page: 'start' };
}

export function to(...parts: (string | number)[]): string {
  return '#/' + parts.map((part) => encodeURIComponent(String(part))).join('/');
}

class Router {
  route: Route = $state.raw(parse(typeof location === 'undefined' ? '' : location.hash));

  constructor() {
    if (typeof window !== 'undefined') {
      window.addEventListener('hashchange', () => {
        this.route = parse(location.hash);
      });
    }
  }

  go(address: string): void {
    location.hash = address;
  }

  /** Another address for the same place: no step back to it. */
  replace(address: string): void {
    history.replaceState(null, '', address);
    this.route = parse(address);
  }
}

export const router = new Router();
