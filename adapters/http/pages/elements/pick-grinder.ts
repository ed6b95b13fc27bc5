import './grinder-picker.ts'
import './resume.ts'
