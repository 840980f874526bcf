import { dismissToast, useToasts } from '#web/platform/toast.ts'
import { Toast, ToastRegion } from '#web/ui/kit.ts'

export function Toasts() {
  const toasts = useToasts()
  return (
    <ToastRegion>
      {toasts.map(({ id, open, title, description, variant, action }) => (
        <Toast
          key={id}
          open={open}
          onOpenChange={(isOpen) => !isOpen && dismissToast(id)}
          title={title}
          description={description}
          variant={variant}
          action={action}
        />
      ))}
    </ToastRegion>
  )
}
