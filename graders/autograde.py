"""What the nbgrader_config.py of a course names: `nbgrader autograde` grades by the kit."""

from graders.kit.course.autograde import GradeByKit as GradeByKit
from graders.kit.course.autograde import HandedIn as HandedIn
from graders.kit.course.autograde import safe_markdown as safe_markdown
