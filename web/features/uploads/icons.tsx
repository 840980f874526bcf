export { Upload as UploadIcon, Pause as PauseIcon, Play as ResumeIcon, X as RemoveIcon } from 'lucide-react'
