import { Link } from '@tanstack/react-router'
import { Screen } from '#web/shell/Screen.tsx'
import { buttonClass } from '#web/ui/Button.tsx'

export function VideoNotFound() {
  return (
    <Screen
      title="Video Not Found"
      description="The video you're looking for doesn't exist or you don't have access to it."
    >
      <Link to="/video-processing" className={buttonClass({ variant: 'primary' })}>
        Back to Video Library
      </Link>
    </Screen>
  )
}
