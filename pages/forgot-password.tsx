import { AuthPage } from '@/components/auth/auth-page'
import { ForgotPasswordForm } from '@/components/auth/forgot-password-form'

export default function ForgotPasswordPage() {
  return (
    <AuthPage title="Forgotten password">
      <ForgotPasswordForm />
    </AuthPage>
  )
}

/** Rendered when it is asked for, so that its header can name its inline scripts (pages/_document.tsx). */
ForgotPasswordPage.getInitialProps = () => ({})
