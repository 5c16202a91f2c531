import { AuthPage } from '@/components/auth/auth-page'
import { ForgotPasswordForm } from '@/components/auth/forgot-password-form'

export default function ForgotPasswordPage() {
  return (
    <AuthPage title="Forgotten password">
      <ForgotPasswordForm />
    </AuthPage>
  )
}
