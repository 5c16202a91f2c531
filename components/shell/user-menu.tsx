import { CircleUserRound, KeyRound, LogOut, Monitor, Moon, ShieldCheck, Sun } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '@/components/ui/icon-button'
import { Menu } from '@/components/ui/menu'
import { readThemeChoice, setThemeChoice, type ThemeChoice } from '@/components/ui/theme'
import { ACCOUNT_PATH } from '@/lib/paths'

const THEMES = [
  { value: 'system', label: 'Like the system', icon: Monitor },
  { value: 'light', label: 'Light', icon: Sun },
  { value: 'dark', label: 'Dark', icon: Moon },
]

/** The signed-in user, the theme, Reset Password and Sign out (specification section 2.2). */
export function UserMenu({
  email,
  role,
  onResetPassword,
  onSignOut,
}: {
  email: string | undefined
  role: string | undefined
  onResetPassword: () => void
  onSignOut: () => void
}) {
  const [theme, setTheme] = useState<ThemeChoice>(readThemeChoice)
  return (
    <Menu
      trigger={<IconButton label="User menu" icon={CircleUserRound} iconSize={18} />}
      entries={[
        {
          kind: 'text',
          content: (
            <>
              <span className="block font-medium text-text">{email}</span>
              {role ? <span className="block">{role}</span> : null}
            </>
          ),
        },
        { kind: 'separator' },
        {
          kind: 'choice',
          label: 'Theme',
          value: theme,
          options: THEMES,
          onChange: (value) => {
            setTheme(value as ThemeChoice)
            setThemeChoice(value as ThemeChoice)
          },
        },
        { kind: 'separator' },
        {
          kind: 'link',
          label: 'Second factor and sessions',
          icon: ShieldCheck,
          href: ACCOUNT_PATH,
        },
        {
          kind: 'action',
          label: 'Reset Password',
          icon: KeyRound,
          onSelect: onResetPassword,
        },
        { kind: 'action', label: 'Sign out', icon: LogOut, onSelect: onSignOut },
      ]}
    />
  )
}
