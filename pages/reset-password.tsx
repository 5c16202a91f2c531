import { AuthPage } from '@/components/auth/auth-page'
import { ResetPasswordForm } from '@/components/auth/reset-password-form'

export default function ResetPasswordPage() {
  return (
    <AuthPage title="Enter new password">
      <ResetPasswordForm />
    </AuthPage>
  )
}

/** Rendered when it is asked for, so that its header can name its inline scripts (pages/_document.tsx). */
ResetPasswordPage.getInitialProps = () => ({})
