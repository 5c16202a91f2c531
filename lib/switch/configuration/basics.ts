import { element, named } from '../xml'
import { configuration, settings } from './document'

export const VOICEMAIL_PROFILE = 'default'

/** voicemail.conf: one profile for all tenants; each mailbox has its own settings in the directory. Mail is sent by the app. */
export const VOICEMAIL_CONF = configuration('voicemail.conf', [
  settings({}),
  element('profiles', {}, [
    element(
      'profile',
      { name: VOICEMAIL_PROFILE },
      named('param', {
        'file-extension': 'wav',
        'terminator-key': '#',
        'max-login-attempts': 3,
        // By default, any PIN opens a mailbox that has none.
        'allow-empty-password-auth': false,
        'digit-timeout': 10_000,
        'min-record-len': 2,
        'max-record-len': 300,
        'max-retries': 3,
        'tone-spec': '%(1000, 0, 640)',
        'callback-dialplan': 'XML',
        'play-new-messages-key': 1,
        'play-saved-messages-key': 2,
        'login-keys': 0,
        'main-menu-key': 0,
        'config-menu-key': 5,
        'record-greeting-key': 1,
        'choose-greeting-key': 2,
        'record-name-key': 3,
        // mod_voicemail keeps a PIN chosen by phone, of any digits, beside the one that staff set, and both open the mailbox. So its key
        // is the one of the main menu, which is compared first; the prompt names it for both.
        'change-pass-key': 0,
        'record-file-key': 3,
        'listen-file-key': 1,
        'save-file-key': 2,
        'delete-file-key': 7,
        'undelete-file-key': 8,
        'email-key': 4,
        'pause-key': 0,
        'restart-key': 1,
        'ff-key': 6,
        'rew-key': 4,
        'skip-greet-key': '#',
        'skip-info-key': '*',
        'record-silence-threshold': 200,
        'record-silence-hits': 2,
      }),
    ),
  ]),
])

/** directory.conf: the company directory, which callers search by the last name's letters, or the first name's after `*`. */
export const DIRECTORY_CONF = configuration('directory.conf', [
  settings({}),
  element('profiles', {}, [
    element(
      'profile',
      { name: 'default' },
      named('param', {
        'max-menu-attempts': 3,
        // Of a name like Li.
        'min-search-digits': 2,
        'terminator-key': '#',
        'digit-timeout': 3000,
        // No limit: whoever shares a name with many could not be reached. Callers go through them.
        'max-result': 0,
        'next-key': 6,
        'prev-key': 4,
        'switch-order-key': '*',
        'select-name-key': 1,
        'new-search-key': 3,
        'search-order': 'last_name',
      }),
    ),
  ]),
])

/**
 * httapi.conf: mod_httapi fetches recordings from the app and uploads those made by phone. A recording's file never changes, so it
 * is cached for ten years: one that is fetched anew while the app is away is lost. Callers wait while it is fetched, one after the other.
 * A minute is enough for ten minutes of hold music over 4 Mbit/s.
 */
export const HTTAPI_CONF = configuration('httapi.conf', [
  settings({ 'abs-file-cache-ttl': 10 * 365 * 86_400, 'file-not-found-expires': 60 }),
  element('profiles', {}, [
    element('profile', { name: 'default' }, [
      element(
        'params',
        {},
        named('param', {
          'gateway-url': 'http://127.0.0.1/',
          method: 'PUT',
          'connect-timeout': 2,
          timeout: 60,
        }),
      ),
    ]),
  ]),
])
